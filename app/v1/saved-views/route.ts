import { createSavedView, listSavedViews } from "@/lib/domains/saved-views";
import { CreateSavedView, ListSavedViews, SavedView, SavedViewList } from "@/lib/domains/saved-views/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/saved-views", {
  GET: route(
    {
      summary: "List saved views",
      description: "Your own by their names, then those that others in the organisation share, at most 500.",
      scope: "session",
      limit: "other.read",
      query: ListSavedViews,
      response: SavedViewList,
    },
    (ctx, { query }) => listSavedViews(ctx, query),
  ),

  POST: route(
    {
      summary: "Save a view",
      description:
        "The filters of a page under a name, which is yours once on each page (409). To share it with the organisation needs the permission `views:share`. A person has at most 50 (409).",
      scope: "session",
      limit: "other.write",
      body: CreateSavedView,
      response: SavedView,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
    },
    (ctx, { body }) => createSavedView(ctx, body),
  ),
});
