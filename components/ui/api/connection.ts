import { createStore } from "@/lib/platform/client/store";

/** Whether the last API request reached the service. */
export const reachable = createStore(true);
