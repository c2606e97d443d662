import { deviceProducts } from "@/lib/domains/shadow-ai/ingest/testing/rows/devices";
import { flowProducts } from "@/lib/domains/shadow-ai/ingest/testing/rows/flows";
import { platformProducts } from "@/lib/domains/shadow-ai/ingest/testing/rows/platforms";
import { proxyProducts } from "@/lib/domains/shadow-ai/ingest/testing/rows/proxies";
import { resolverProducts } from "@/lib/domains/shadow-ai/ingest/testing/rows/resolvers";
import type { Product } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";

/** Further lines of products, besides the samples. */
export const products: Product[] = [
  ...deviceProducts,
  ...flowProducts,
  ...platformProducts,
  ...proxyProducts,
  ...resolverProducts,
];
