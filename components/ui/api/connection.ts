import { createStore } from "@/lib/platform/client/observable";

/** Whether the last API request reached the service. */
export const reachable = createStore(true);
