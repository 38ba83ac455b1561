import type { ReactNode } from 'react';
import { ActionBar } from './ActionBar.tsx';

/*
 * The bar of a screen about a letter: one main action, and at most one secondary one before it, which is as wide as its words.
 * It is at most 88 px high, so that the letter keeps the screen.
 */

export type PairBarProps = { secondary?: ReactNode; main?: ReactNode };

export function PairBar({ secondary, main }: PairBarProps) {
  if (!secondary && !main) return null;
  return (
    <ActionBar>
      <div className="pair">
        {secondary}
        {main}
      </div>
    </ActionBar>
  );
}
