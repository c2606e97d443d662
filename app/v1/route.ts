export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./[...path]/route";

export const dynamic = "force-dynamic";
