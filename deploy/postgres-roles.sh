#!/bin/sh
# Creates the roles and databases of compose.yaml. The PostgreSQL image runs it once, when the data directory is empty.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 <<'SQL'
-- From the environment, so that the passwords are not in the process list.
\getenv owner GAS_OWNER_PASSWORD
\getenv login GAS_LOGIN_PASSWORD
\getenv inngest INNGEST_PASSWORD
CREATE ROLE gas_app NOLOGIN;
CREATE ROLE gas_owner LOGIN PASSWORD :'owner';
CREATE ROLE gas_login LOGIN PASSWORD :'login' IN ROLE gas_app;
CREATE ROLE inngest LOGIN PASSWORD :'inngest';
CREATE DATABASE governance OWNER gas_owner;
CREATE DATABASE inngest OWNER inngest;
REVOKE CONNECT ON DATABASE governance FROM PUBLIC;
REVOKE CONNECT ON DATABASE inngest FROM PUBLIC;
GRANT CONNECT ON DATABASE governance TO gas_login;
\connect governance
ALTER SCHEMA public OWNER TO gas_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
