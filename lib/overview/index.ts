export { readOverview } from "@/lib/overview/read-overview";
