CREATE TABLE asset (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name    text NOT NULL,
  holder  text,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE kind (name text PRIMARY KEY);
INSERT INTO kind (name) VALUES ('seat');
