export { findUnregistered } from "@/lib/models/find-unregistered";
export { getModel } from "@/lib/models/get-model";
export { listModels } from "@/lib/models/list-models";
export { registerModel } from "@/lib/models/register-model";
export { findModelNames, findWritableModels } from "@/lib/models/store";
export { updateModel } from "@/lib/models/update-model";
