declare module "libsvm-js/asm.js" {
  /** Support vector machines of LIBSVM, compiled to JavaScript: a peer that has an offset. */
  class SVM {
    static readonly KERNEL_TYPES: Readonly<Record<"RBF", string>>;
    static readonly SVM_TYPES: Readonly<Record<"C_SVC", string>>;
    constructor(options: Readonly<Record<string, number | string | boolean>>);
    train(rows: readonly (readonly number[])[], labels: readonly number[]): void;
    predict(rows: readonly (readonly number[])[]): number[];
    free(): void;
  }
  export { SVM as default };
}
