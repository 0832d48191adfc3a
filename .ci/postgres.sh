# provide_postgres installs the programs of Postgres: some tests start clusters of their own.
# start_postgres gives TEST_DATABASE_URL: the server on 127.0.0.1:5432 where it answers with UTF8, else a cluster made for
# this run. Sourced by .ci/run. Every test run makes and drops a database of its own in it.

postgres_folder=''

encoding_of() { psql --no-psqlrc --tuples-only --no-align --dbname "$1" --command 'show server_encoding' 2>/dev/null; }

# Nothing in this cluster outlives the run: it need not wait for the disk.
unsafe='-c fsync=off -c synchronous_commit=off -c full_page_writes=off'

provide_postgres() {
  if [ -n "$(postgres_bin)" ]; then return; fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
}

start_postgres() {
  local url='postgres://postgres@127.0.0.1:5432/postgres'
  if command -v psql >/dev/null && [ "$(encoding_of "$url" || echo none)" = UTF8 ]; then
    export TEST_DATABASE_URL="$url"
    return
  fi
  local bin
  bin=$(postgres_bin)
  postgres_folder=$(mktemp -d)
  chown postgres "$postgres_folder"
  as_postgres "$bin/initdb" -E UTF8 --locale=C.UTF-8 -A trust -D "$postgres_folder/data"
  local port=$((20000 + RANDOM % 20000))
  as_postgres "$bin/pg_ctl" -D "$postgres_folder/data" -w -l "$postgres_folder/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$postgres_folder $unsafe" start
  trap stop_postgres EXIT
  export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
}

stop_postgres() {
  if [ -z "$postgres_folder" ]; then return; fi
  as_postgres "$(postgres_bin)/pg_ctl" -D "$postgres_folder/data" -m immediate stop
  rm -rf "$postgres_folder"
  postgres_folder=''
  trap - EXIT
}

as_postgres() { (cd / && runuser -u postgres -- "$@"); }

# Debian keeps the server's programs out of PATH, one folder a version.
# The package of the client alone has such a folder too.
postgres_bin() { find /usr/lib/postgresql -maxdepth 3 -name initdb -printf '%h\n' 2>/dev/null | sort -V | tail -n 1; }
