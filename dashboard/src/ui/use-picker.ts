import { type KeyboardEvent, useState } from 'react';

export interface PickerOption {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface PickerState {
  readonly text: string;
  readonly isOpen: boolean;
  /** Where the keyboard stands. */
  readonly current: PickerOption | undefined;
  readonly type: (text: string) => void;
  readonly choose: (option: PickerOption) => void;
  readonly setIsOpen: (isOpen: boolean) => void;
  readonly press: (event: KeyboardEvent) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface PickerInput {
  readonly chosen: PickerOption | undefined;
  readonly options: readonly PickerOption[];
  readonly onType: (text: string) => void;
  readonly onChoose: (option: PickerOption | undefined) => void;
}

/** The keys and the text of a field that finds one of many. */
export function usePicker({ chosen, options, onType, onChoose }: PickerInput): PickerState {
  const [text, setText] = useState(chosen?.label ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const current = options[Math.min(at, options.length - 1)];
  const type = (typed: string): void => {
    setText(typed);
    setAt(0);
    setIsOpen(true);
    onType(typed);
    onChoose(undefined);
  };
  const choose = (option: PickerOption): void => {
    setText(option.label);
    setIsOpen(false);
    onChoose(option);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const picked = event.key === 'Enter' && isOpen ? current : undefined;
    const isLeaving = event.key === 'Escape' && isOpen;
    if (step === undefined && picked === undefined && !isLeaving) return;
    // Neither the form nor the dialog around it shall take these keys.
    event.preventDefault();
    if (picked) choose(picked);
    else if (step === undefined) setIsOpen(false);
    else if (isOpen) setAt(Math.max(0, Math.min(options.length - 1, at + step)));
    else setIsOpen(true);
  };
  return { text, isOpen, current, type, choose, setIsOpen, press };
}
