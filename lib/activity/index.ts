export { readActivity } from "@/lib/activity/read-activity";
