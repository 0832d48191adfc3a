DROP INDEX "app_search_popularity";--> statement-breakpoint
ALTER TABLE "app_search" ADD COLUMN "standing" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_search" SET (toast_tuple_target = 256);