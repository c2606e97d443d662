export { readActivity } from "@/lib/domains/activity/read-activity";
