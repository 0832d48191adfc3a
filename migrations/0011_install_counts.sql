CREATE TABLE "install_counts" (
	"app" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"installs" bigint NOT NULL,
	CONSTRAINT "install_counts_app_day_pk" PRIMARY KEY("app","day")
);
--> statement-breakpoint
ALTER TABLE "install_counts" ADD CONSTRAINT "install_counts_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;