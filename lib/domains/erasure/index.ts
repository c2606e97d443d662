export { eraseEvent } from "@/lib/domains/erasure/erase-event";
