import { useEffect, useState } from "react";
import type { PixelEnd } from "../../../core/records/digits.ts";
import type { DigitOutline } from "../../../core/affineHull/digits/digits.ts";
import { bundledDigits, openDigits, type DigitSource } from "./digitFiles.ts";
import type { FabricationProps } from "../model/view.ts";

/** Bundled digits until a person opens others; these end with the component. */
export function useDigitSource({ client, beside }: Pick<FabricationProps, "client" | "beside">) {
  const [opened, setOpened] = useState<DigitSource>();
  const [bundled, setBundled] = useState<DigitSource>();
  const [reading, setReading] = useState(false);
  useEffect(() => void bundledDigits(client).then(setBundled), [client]);
  useEffect(
    () => () => {
      if (opened) client.drop(opened.id);
    },
    [client, opened],
  );

  /** @returns a problem, which leaves the old digits open; undefined without files */
  const open = async (
    files: readonly File[],
    highest: PixelEnd,
  ): Promise<DigitOutline | { readonly problem: string } | undefined> => {
    if (files.length === 0) return undefined;
    setReading(true);
    const found = await openDigits(files, highest, { client, beside });
    if ("problem" in found) {
      setReading(false);
      return found;
    }
    const readable = await client.run("describingDigits", found.id, {});
    setReading(false);
    if (!readable.ok) {
      client.drop(found.id);
      return { problem: readable.error.message };
    }
    const { height, width } = readable.value;
    setOpened({ ...found, pixels: height * width });
    return readable.value;
  };
  return { source: opened ?? bundled, isOwn: opened !== undefined, reading, open };
}
