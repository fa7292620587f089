package dev.satu.testkit;

import dev.satu.testkit.TwoSessions.Act;
import dev.satu.testkit.TwoSessions.Question;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** One of the {@link TwoSessions}: a connection and the steps that it has been through. */
final class Session {
  private final String name;
  private final Connection connection;
  private final int backendPid;
  private final List<Step<?>> steps = new ArrayList<>();

  private Session(String name, Connection connection, int backendPid) {
    this.name = name;
    this.connection = connection;
    this.backendPid = backendPid;
  }

  static Session of(String name, Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new Session(name, connection, connection.unwrap(PGConnection.class).getBackendPID());
  }

  int backendPid() {
    return backendPid;
  }

  void does(String does, Act act) {
    Step<Boolean> step =
        starts(
            does,
            c -> {
              act.on(c);
              return true;
            });
    step.result();
  }

  <T> Step<T> starts(String does, Question<T> question) {
    if (!steps.isEmpty() && !steps.getLast().isDone()) {
      throw new IllegalStateException(
          "session %s cannot go on to '%s': it is still in step '%s'"
              .formatted(name, does, steps.getLast()));
    }
    Step<T> step = Step.start(name + " " + does, () -> question.on(connection));
    steps.add(step);
    return step;
  }

  void requireUnderWay() {
    if (steps.isEmpty() || steps.getLast().isDone()) {
      throw new AssertionError(
          "%s does not wait for a lock: %s"
              .formatted(this, steps.isEmpty() ? "it has not begun" : steps.getLast().ending()));
    }
  }

  void requireAsked() {
    for (Step<?> step : steps) {
      step.requireAsked();
    }
  }

  void close() {
    boolean isIdle = steps.stream().allMatch(Step::isDone);
    steps.forEach(Step::interrupt);
    if (isIdle) {
      rollBackQuietly();
    }
    closeQuietly(connection);
  }

  // Closing alone rolls back too, but a moment later, when the server notices. What goes wrong here
  // (a step has broken the connection) says nothing about the behaviour under test.
  private void rollBackQuietly() {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException alreadyBroken) {
      return;
    }
  }

  static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException alreadyBroken) {
      return;
    }
  }

  @Override
  public String toString() {
    return "session " + name;
  }
}
