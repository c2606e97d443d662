/** The name under which policies follow a chain. */
export const alertFollower = "alert-policies";
