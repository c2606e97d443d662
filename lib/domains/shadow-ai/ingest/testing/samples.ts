import { firewalls } from "@/lib/domains/shadow-ai/ingest/testing/samples/firewalls";
import { general } from "@/lib/domains/shadow-ai/ingest/testing/samples/general";
import { proxies } from "@/lib/domains/shadow-ai/ingest/testing/samples/proxies";
import { resolvers } from "@/lib/domains/shadow-ai/ingest/testing/samples/resolvers";
import type { Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";
import { sensors } from "@/lib/domains/shadow-ai/ingest/testing/samples/sensors";

/** Values that no record of any sample may contain. */
export const secrets = ["10.20.30.40", "10-20-30-40", "jdoe", "SECRET", "?", "sessionid=", "2001:db8:1:2::7"];

/** At least one sample of every format. */
export const samples: Sample[] = [...general, ...sensors, ...proxies, ...firewalls, ...resolvers];
