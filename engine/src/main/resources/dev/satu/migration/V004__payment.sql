-- A payment: money that a caller or a gateway told us of, once per (gateway, payment_ref).
--
--   SALE       it paid for exactly one committed reservation
--   UNMATCHED  it came too late, or beside another one; a check with the gateway is due, and then a refund or a human
--
-- The row is the guard of "one payment, one sale": its key is unique over all reservations of all accounts.

CREATE TABLE payment (
    slot             smallint NOT NULL CONSTRAINT payment_slot CHECK (slot BETWEEN 0 AND 1023),
    gateway          text COLLATE "C" NOT NULL CONSTRAINT payment_gateway CHECK (length(gateway) BETWEEN 1 AND 64),
    payment_ref      text COLLATE "C" NOT NULL CONSTRAINT payment_payment_ref CHECK (length(payment_ref) BETWEEN 1 AND 64),
    id               text COLLATE "C" NOT NULL,
    state            text COLLATE "C" NOT NULL CONSTRAINT payment_state CHECK (state IN ('SALE', 'UNMATCHED')),
    reason           text COLLATE "C" CONSTRAINT payment_reason
                     CHECK (reason IN ('RESERVATION_EXPIRED', 'RESERVATION_RELEASED', 'ALREADY_SOLD')),
    account_id       text COLLATE "C" NOT NULL,
    reservation_slot smallint NOT NULL,
    reservation_id   text COLLATE "C" NOT NULL,
    amount           bigint CONSTRAINT payment_amount CHECK (amount > 0),
    currency         char(3) CONSTRAINT payment_currency CHECK (currency ~ '^[A-Z]{3}$'),
    check_due_at     timestamptz,
    recorded_at      timestamptz NOT NULL,
    version          bigint NOT NULL DEFAULT 1 CONSTRAINT payment_version CHECK (version >= 1),
    CONSTRAINT payment_pkey PRIMARY KEY (slot, gateway, payment_ref),
    CONSTRAINT payment_id_key UNIQUE (slot, id),
    CONSTRAINT payment_unmatched_has_reason CHECK ((state = 'UNMATCHED') = (reason IS NOT NULL)),
    CONSTRAINT payment_unmatched_has_check CHECK ((state = 'UNMATCHED') = (check_due_at IS NOT NULL)),
    CONSTRAINT payment_money_whole CHECK ((amount IS NULL) = (currency IS NULL))
);
COMMENT ON TABLE payment IS 'One row per (gateway, payment_ref): a sale, or money that has to find its way back.';
COMMENT ON COLUMN payment.reservation_id IS 'The reservation that it names: sold by it (SALE), or too late for it (UNMATCHED).';
COMMENT ON COLUMN payment.check_due_at IS 'When the gateway is to be asked whether this money exists; a refund is queued only then.';

CREATE FUNCTION payment_json(p payment) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '{"payment_id":"' || p.id
        || '","gateway":"' || p.gateway
        || '","payment_ref":"' || p.payment_ref
        || '","state":"' || p.state || '"'
        || coalesce(',"reason":"' || p.reason || '"', '')
        || coalesce(',"amount":' || p.amount || ',"currency":"' || p.currency || '"', '')
        || '}';
COMMENT ON FUNCTION payment_json IS 'A payment as every answer shows it.';
