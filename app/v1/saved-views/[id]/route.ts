import { deleteSavedView, updateSavedView } from "@/lib/domains/saved-views";
import { SavedView, UpdateSavedView } from "@/lib/domains/saved-views/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/saved-views/{id}", {
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
});
