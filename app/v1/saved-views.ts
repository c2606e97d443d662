import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "@/lib/domains/saved-views";
import {
  CreateSavedView,
  ListSavedViews,
  SavedView,
  SavedViewList,
  UpdateSavedView,
} from "@/lib/domains/saved-views/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";

const write = { scope: "session", permission: "organisation:read", limit: "other.write" } as const;

export const savedViews = resources({
  "/v1/saved-views": {
    GET: route({
      summary: "List saved views",
      description: "Returns your own views, sorted by name, followed by up to 500 views shared by other members.",
      scope: "session",
      permission: "organisation:read",
      limit: "other.read",
      query: ListSavedViews,
      response: SavedViewList,
      handler: (ctx, { query }) => listSavedViews(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Save a view",
      description:
        "Saves the filters of a page under a name. Sharing the view requires the `views:share` permission. Returns 409 if you already have a view with this name on the page, or 50 views in total.",
      body: CreateSavedView,
      response: SavedView,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
      handler: (ctx, { body }) => createSavedView(ctx, body),
    }),
  },
  "/v1/saved-views/{id}": {
    PATCH: recordRoute({
      ...write,
      summary: "Update a saved view",
      description:
        "Updates the fields that you send. Only the owner can update a view. Sharing a view requires the `views:share` permission.",
      body: UpdateSavedView,
      response: SavedView,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => updateSavedView(ctx, params.id, body),
    }),

    DELETE: recordRoute({
      ...write,
      summary: "Delete a saved view",
      description: "Deletes the view for all members who can use it. Only the owner can delete a view.",
      handler: (ctx, { params }) => deleteSavedView(ctx, params.id),
    }),
  },
});
