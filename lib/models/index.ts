export { findUnregistered, getModel, listModels, registerModel, updateModel } from "@/lib/models/models";
export { findModelNames, findWritableModels } from "@/lib/models/store";
