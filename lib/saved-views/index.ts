export { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "@/lib/saved-views/saved-views";
