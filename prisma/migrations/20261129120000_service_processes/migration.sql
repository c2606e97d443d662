-- CreateTable
CREATE TABLE "service_processes" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "node_version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,
    "clock_skew_ms" INTEGER NOT NULL,

    CONSTRAINT "service_processes_pkey" PRIMARY KEY ("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "service_processes" TO gas_app;
