-- Statistics that include new organisations soon. By default, the table is analysed after a tenth of it is new. Until then,
-- PostgreSQL expects that an organisation has almost no events, and may read all of them to find a few.
ALTER TABLE "audit_events" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
