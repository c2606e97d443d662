export { createSavedView } from "@/lib/saved-views/create-saved-view";
export { deleteSavedView } from "@/lib/saved-views/delete-saved-view";
export { listSavedViews } from "@/lib/saved-views/list-saved-views";
export { updateSavedView } from "@/lib/saved-views/update-saved-view";
