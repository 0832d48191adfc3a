ALTER TABLE "versions" ADD COLUMN "recipe_results" text;
