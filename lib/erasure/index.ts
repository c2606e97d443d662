export { eraseEvent } from "@/lib/erasure/erase-event";
