import { urlEnum } from "@/components/ui/filters/url-values";

/** The filters of the legal holds page: URL and API parameters. */
export const holdFilters = {
  active: urlEnum(["true", "false"]),
};
