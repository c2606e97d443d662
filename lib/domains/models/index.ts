export { getModel, listModels, registerModel, requireRegistered, updateModel } from "@/lib/domains/models/models";
export { findModelNames, findWritableModels } from "@/lib/domains/models/store";
