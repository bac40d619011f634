-- The trace in which a message was accepted: the value of the header traceparent (W3C Trace Context).
ALTER TABLE admin_notification_contents ADD COLUMN traceparent TEXT;
