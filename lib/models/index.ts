export { getModel, listModels, registerModel, requireRegistered, updateModel } from "@/lib/models/models";
export { findModelNames, findWritableModels } from "@/lib/models/store";
