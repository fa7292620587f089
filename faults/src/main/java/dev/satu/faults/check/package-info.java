/**
 * Judges a history: whether what clients were told, and what the database says at the end, can be
 * the story of things that exist once.
 *
 * <p>Every change of an asset counts its version up by one and has one event, so the versions in
 * answers and events are the one order in which things happened; nothing has to be searched for,
 * and a million calls are judged in seconds. Each rule is a class that says in one sentence what it
 * checks. Rules of an item see one item at a time: its calls, its rows and its events. Rules of the
 * whole see keys and payments, which may cross items.
 *
 * <p>A call without an answer may have been carried out at any time after it was sent, or never;
 * what became of it is told by the row of its key, and by nothing else.
 *
 * <p>Real time is the clock of the process that recorded; the database's clock is related to it by
 * the changes whose calls were answered.
 */
@NullMarked
package dev.satu.faults.check;

import org.jspecify.annotations.NullMarked;
