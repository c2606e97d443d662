export const hostAndProvider = "Host and provider";
