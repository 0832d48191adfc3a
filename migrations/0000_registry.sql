CREATE TABLE "app_names" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"app" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_owners" (
	"app" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_owners_app_user_pk" PRIMARY KEY("app","user")
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"latest" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"app" text COLLATE "C",
	"version" text COLLATE "C",
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"scopes" text[] COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_scopes" CHECK (cardinality("tokens"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"app" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"sort_key" text COLLATE "C" NOT NULL,
	"manifest" text NOT NULL,
	"digest" text COLLATE "C" NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text COLLATE "C" NOT NULL,
	"yanked_reason" text,
	"deprecated_message" text,
	"display_name" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"tags" text[] COLLATE "C" NOT NULL,
	"aliases" text[] COLLATE "C" NOT NULL,
	"facets" text[] COLLATE "C" NOT NULL,
	CONSTRAINT "versions_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
ALTER TABLE "app_names" ADD CONSTRAINT "app_names_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_owners" ADD CONSTRAINT "app_owners_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_owners" ADD CONSTRAINT "app_owners_user_users_name_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_users_name_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_published_by_users_name_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_names_app" ON "app_names" USING btree ("app");--> statement-breakpoint
CREATE INDEX "app_owners_user" ON "app_owners" USING btree ("user");--> statement-breakpoint
CREATE INDEX "audit_log_app" ON "audit_log" USING btree ("app","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "versions_order" ON "versions" USING btree ("app","sort_key");--> statement-breakpoint
CREATE INDEX "versions_facets" ON "versions" USING gin ("facets");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% may not be changed in this way', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "versions_never_removed" BEFORE DELETE OR TRUNCATE ON "versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "versions_content_immutable" BEFORE UPDATE OF "app", "version", "manifest", "digest", "published_at", "published_by" ON "versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
