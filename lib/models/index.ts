export { getModel } from "@/lib/models/get-model";
export { listModels } from "@/lib/models/list-models";
export { registerModel } from "@/lib/models/register-model";
export { updateModel } from "@/lib/models/update-model";
