import { createSavedView, listSavedViews } from "@/lib/domains/saved-views";
import { CreateSavedView, ListSavedViews, SavedView, SavedViewList } from "@/lib/domains/saved-views/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/saved-views", {
  GET: route(
    {
      summary: "List saved views",
      description: "Returns your own views by name, then up to 500 views shared by other members.",
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
        "Saves the filters of a page under a name, which must be unique among your views of the page (409). Sharing the view requires the permission `views:share`. Each member can save up to 50 views (409).",
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
