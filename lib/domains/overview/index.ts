export { readOverview } from "@/lib/domains/overview/read-overview";
