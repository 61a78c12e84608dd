import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { composeGaussian } from "../core/privacy/accounting/composition.ts";
import type { PrivacyLoss } from "../core/privacy/accounting/privacyLoss.ts";
import { achievedEpsilon } from "../core/privacy/calibration/gaussian.ts";

/** What left the page in this session: the loss of each release, of whichever study. */
export interface Ledger {
  readonly losses: readonly PrivacyLoss[];
  readonly enter: (loss: PrivacyLoss) => void;
}

export function createLedger(): StoreApi<Ledger> {
  return createStore<Ledger>()((setState, getState) => ({
    losses: [],
    enter: (loss) => setState({ losses: [...getState().losses, loss] }),
  }));
}

/** ε at a δ of all losses together: exact for Gaussian ones, pure ones added on top. */
export function composedEpsilon(losses: readonly PrivacyLoss[], delta: number): number {
  const mus = losses.flatMap((loss) => (loss.kind === "gaussian" ? [loss.mu] : []));
  const pure = losses.reduce((sum, loss) => sum + (loss.kind === "pure" ? loss.epsilon : 0), 0);
  return pure + (mus.length === 0 ? 0 : achievedEpsilon({ delta, noiseMultiplier: 1 / composeGaussian(mus) }));
}
