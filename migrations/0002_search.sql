CREATE TABLE "app_search" (
	"app" text COLLATE "C" PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "app_search_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"display_name" text NOT NULL,
	"aliases" text[] COLLATE "C" NOT NULL,
	"facets" text[] COLLATE "C" NOT NULL,
	"popularity" smallint NOT NULL,
	"fields" text[] COLLATE "C" NOT NULL,
	"terms" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"apps" integer NOT NULL,
	"slips" text[] COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_search" ADD CONSTRAINT "app_search_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_search_serial" ON "app_search" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "app_search_popularity" ON "app_search" USING btree ("popularity" DESC NULLS FIRST,"app");--> statement-breakpoint
CREATE INDEX "app_search_terms" ON "app_search" USING gin ("terms","facets") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "search_words_slips" ON "search_words" USING gin ("slips") WITH (fastupdate=off);