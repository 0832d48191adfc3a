CREATE TABLE "app_organisations" (
	"app" text COLLATE "C" NOT NULL,
	"organisation" text COLLATE "C" NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_organisations_app_organisation_pk" PRIMARY KEY("app","organisation")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"app" text COLLATE "C" NOT NULL,
	"rule" text COLLATE "C" NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approvals_app_rule_pk" PRIMARY KEY("app","rule")
);
--> statement-breakpoint
CREATE TABLE "dist_tags" (
	"app" text COLLATE "C" NOT NULL,
	"tag" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	CONSTRAINT "dist_tags_app_tag_pk" PRIMARY KEY("app","tag")
);
--> statement-breakpoint
CREATE TABLE "name_prefixes" (
	"prefix" text COLLATE "C" PRIMARY KEY NOT NULL,
	"organisation" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_members" (
	"organisation" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organisation_members_organisation_user_pk" PRIMARY KEY("organisation","user")
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text COLLATE "C" NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"signatures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_publishers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"app" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"issuer" text COLLATE "C" NOT NULL,
	"audience" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "removed_message" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "removed_replacement" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "downloads" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "shard" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE "apps" SET "shard" = left(encode(sha256("name"::bytea), 'hex'), 4);--> statement-breakpoint
ALTER TABLE "apps" ALTER COLUMN "shard" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "derived_format" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "signatures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "app_organisations" ADD CONSTRAINT "app_organisations_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_organisations" ADD CONSTRAINT "app_organisations_organisation_organisations_name_fk" FOREIGN KEY ("organisation") REFERENCES "public"."organisations"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dist_tags" ADD CONSTRAINT "dist_tags_app_version_versions_app_version_fk" FOREIGN KEY ("app","version") REFERENCES "public"."versions"("app","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_prefixes" ADD CONSTRAINT "name_prefixes_organisation_organisations_name_fk" FOREIGN KEY ("organisation") REFERENCES "public"."organisations"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_members" ADD CONSTRAINT "organisation_members_organisation_organisations_name_fk" FOREIGN KEY ("organisation") REFERENCES "public"."organisations"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_members" ADD CONSTRAINT "organisation_members_user_users_name_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_user_users_name_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_organisations_organisation" ON "app_organisations" USING btree ("organisation");--> statement-breakpoint
CREATE INDEX "organisation_members_user" ON "organisation_members" USING btree ("user");--> statement-breakpoint
CREATE INDEX "rate_limits_window" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "trusted_publishers_app" ON "trusted_publishers" USING btree ("app");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_publishers_once" ON "trusted_publishers" USING btree ("app","issuer","audience","subject");--> statement-breakpoint
CREATE INDEX "apps_shard" ON "apps" USING btree ("shard","name");--> statement-breakpoint
CREATE INDEX "apps_derived_format" ON "apps" USING btree ("derived_format");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user");