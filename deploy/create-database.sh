#!/bin/sh
# Run once by the container of PostgreSQL: a role that owns its database and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role counterfoil login password :'password';
create database counterfoil owner counterfoil;
SQL
