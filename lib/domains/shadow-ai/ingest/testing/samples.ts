import { cloud } from "@/lib/domains/shadow-ai/ingest/testing/samples/cloud";
import { edge } from "@/lib/domains/shadow-ai/ingest/testing/samples/edge";
import { firewalls } from "@/lib/domains/shadow-ai/ingest/testing/samples/firewalls";
import { general } from "@/lib/domains/shadow-ai/ingest/testing/samples/general";
import { platforms } from "@/lib/domains/shadow-ai/ingest/testing/samples/platforms";
import { proxies } from "@/lib/domains/shadow-ai/ingest/testing/samples/proxies";
import { resolvers } from "@/lib/domains/shadow-ai/ingest/testing/samples/resolvers";
import type { Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";
import { sensors } from "@/lib/domains/shadow-ai/ingest/testing/samples/sensors";

/** At least one sample of every format. */
export const samples: Sample[] = [
  ...general,
  ...sensors,
  ...proxies,
  ...firewalls,
  ...resolvers,
  ...cloud,
  ...edge,
  ...platforms,
];
