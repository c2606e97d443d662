/**
 * The sentence of an error at a place within a list, whichever way its path is written: `models[0].match`,
 * `models.0.match`. A place stands for all below it too, so that a field which holds a whole list shows what is wrong in it.
 */
export function errorAt(errors: Record<string, string>, ...place: (string | number)[]): string | undefined {
  return Object.entries(errors).find(([path]) => {
    const parts = path.split(/[.[\]]+/);
    return place.every((part, index) => parts[index] === String(part));
  })?.[1];
}
