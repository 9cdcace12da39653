import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { UnroutedAlertShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { PickerOption } from '../../ui/use-picker.ts';
import { showToast } from '../../ui/toast-store.ts';
import { EnrollmentPicker, MerchantPicker } from '../operator/pickers.tsx';
import { RouteText } from '../operator/route-text.tsx';

type Way = 'enroll' | 'assign';

interface AssignDialogProps {
  readonly alert: UnroutedAlertShape;
  readonly onClose: () => void;
}

/** Either for good, by an enrollment that catches the whole route, or for this one alert only. */
export function AssignDialog({ alert, onClose }: AssignDialogProps): ReactNode {
  const {
    operator: { unrouted },
  } = useMessages();
  const texts = unrouted.dialog;
  const [way, setWay] = useState<Way>('enroll');
  const [merchant, setMerchant] = useState<PickerOption>();
  const [enrollment, setEnrollment] = useState<PickerOption>();
  const chosen = way === 'enroll' ? merchant : enrollment;
  const assign = useAssign(alert, onClose);
  return (
    <FormDialog
      width="md"
      title={texts.title}
      description={
        <>
          <span className="font-mono">{alert.provider_alert_id}</span>
          <RouteText routed={alert} />
        </>
      }
      submitLabel={way === 'enroll' ? texts.submitEnroll(alert.same_route) : texts.submitAssign}
      disabled={chosen === undefined}
      busy={assign.isPending}
      error={assign.error}
      onSubmit={() => chosen && assign.mutate({ way, id: chosen.id })}
      onClose={onClose}
    >
      <RadioGroup<Way>
        label={texts.how}
        value={way}
        choices={[
          { value: 'enroll', label: texts.enroll, hint: texts.enrollHint(alert.same_route) },
          { value: 'assign', label: texts.assign, hint: texts.assignHint },
        ]}
        onChange={setWay}
      />
      {way === 'enroll' ? (
        <MerchantPicker chosen={merchant} onChoose={setMerchant} />
      ) : (
        <EnrollmentPicker provider={alert.provider} chosen={enrollment} onChoose={setEnrollment} />
      )}
    </FormDialog>
  );
}

interface Assignment {
  readonly way: Way;
  /** Of the merchant or of the enrollment. */
  readonly id: string;
}

function useAssign(alert: UnroutedAlertShape, onDone: () => void) {
  const {
    operator: { unrouted },
  } = useMessages();
  const refresh = useRefresh();
  const path = `/operator/unrouted/${alert.id}`;
  return useMutation({
    mutationFn: async ({ way, id }: Assignment): Promise<string> => {
      if (way === 'assign') {
        await post(`${path}/assign`, { merchant_enrollment_id: id });
        return unrouted.dialog.assigned;
      }
      const { adopted_alerts: adopted } = await post<{ readonly adopted_alerts: number }>(`${path}/enroll`, {
        merchant_id: id,
      });
      return unrouted.dialog.enrolled(adopted);
    },
    onSuccess: (text) => {
      onDone();
      showToast({ text, tone: 'success' });
    },
    onSettled: () => void refresh('/operator'),
  });
}
