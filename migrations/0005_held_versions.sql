CREATE TABLE "held_versions" (
	"app" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"manifest" text NOT NULL,
	"digest" text COLLATE "C" NOT NULL,
	"reasons" jsonb NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"held_by" text COLLATE "C" NOT NULL,
	"rejected_at" timestamp (3) with time zone,
	"rejection" text,
	CONSTRAINT "held_versions_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
ALTER TABLE "held_versions" ADD CONSTRAINT "held_versions_held_by_users_name_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_versions_user" ON "held_versions" USING btree ("held_by");