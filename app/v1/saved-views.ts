import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "@/lib/domains/saved-views";
import {
  CreateSavedView,
  ListSavedViews,
  SavedView,
  SavedViewList,
  UpdateSavedView,
} from "@/lib/domains/saved-views/schemas";
import { resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const savedViews = resources({
  "/v1/saved-views": {
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
  },
  "/v1/saved-views/{id}": {
    PATCH: route(
      {
        summary: "Update a saved view",
        description:
          "Sets the given fields. Only the owner can update a view. Sharing it requires the permission `views:share`.",
        scope: "session",
        limit: "other.write",
        params: IdParams,
        body: UpdateSavedView,
        response: SavedView,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params, body }) => updateSavedView(ctx, params.id, body),
    ),

    DELETE: route(
      {
        summary: "Delete a saved view",
        description: "Removes the view for everyone it is shared with. Only the owner can delete a view.",
        scope: "session",
        limit: "other.write",
        params: IdParams,
        response: "empty",
        status: 204,
        errors: ["not_found"],
      },
      (ctx, { params }) => deleteSavedView(ctx, params.id),
    ),
  },
});
