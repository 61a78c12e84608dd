/** PNG at twice the size; undefined if the browser cannot. */
export async function pngOfSvg(svg: string): Promise<Uint8Array | undefined> {
  const [, width = 0, height = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  if (!(width > 0 && height > 0)) return undefined;
  const sized = svg.replace(/^<svg /, `<svg width="${scale * width}" height="${scale * height}" `);
  const address = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(scale * width);
    canvas.height = Math.round(scale * height);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

const scale = 2;
