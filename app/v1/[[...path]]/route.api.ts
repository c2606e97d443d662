import { createPathRouter } from "@/lib/platform/http/router";
import type { NextHandler } from "@/lib/platform/http/types";
import { intakeRoutes } from "../../services/intakes";
import { servedRoutes } from "../served-routes";

export const dynamic = "force-dynamic";

const find = createPathRouter([...servedRoutes, ...intakeRoutes]);

/** Serves the API and the log intakes in development. In production, the server does (server/dispatcher.ts). */
const answer: NextHandler = async (request) => {
  const found = find(new URL(request.url).pathname);
  const handler = found?.data[request.method];
  if (!handler) throw new Error(`no handler for ${request.method} ${request.url}`);
  return handler(request, { params: Promise.resolve(found.params) });
};

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
