ALTER TABLE "app_names" ADD COLUMN "marks" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "app_names_marks" ON "app_names" USING gin ("marks");