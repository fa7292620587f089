package dev.satu.faults.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two nodes on one PostgreSQL with its standby, and all proxies between. Closing it ends every
 * process and removes the folder, unless it is to be kept.
 */
public final class Cluster implements AutoCloseable {
  private static final List<String> NODES = List.of("one", "two");

  private final ClusterSettings settings;
  private final Offspring offspring = new Offspring();
  private final Ports ports = new Ports();
  private final List<TcpProxy> proxies = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Thread onExit = new Thread(this::close, "end of the cluster");
  private PostgresCluster postgres;
  private volatile boolean keep;
  private boolean closed;

  private Cluster(ClusterSettings settings) throws IOException, SQLException {
    this.settings = settings;
    this.keep = settings.keep();
    // PostgreSQL's user has to come through.
    Files.setPosixFilePermissions(settings.home(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      this.postgres = PostgresCluster.start(settings, ports, offspring);
    } catch (IOException | SQLException | RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  /** Makes and starts all of it, and waits until both nodes are ready. */
  public static Cluster start(ClusterSettings settings) throws IOException, SQLException {
    Cluster cluster = new Cluster(settings);
    try {
      cluster.startNodes();
      return cluster;
    } catch (IOException | RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
  }

  private void startNodes() throws IOException {
    for (String name : NODES) {
      Node node = node(name);
      nodes.add(node);
      node.launch();
    }
    nodes.forEach(Node::awaitReady);
  }

  private Node node(String name) throws IOException {
    int port = ports.next();
    List<TcpProxy> database = new ArrayList<>();
    for (PostgresServer server : postgres.servers()) {
      database.add(proxyTo(server.port()));
    }
    String hosts =
        database.stream()
            .map(proxy -> "127.0.0.1:" + proxy.port())
            .collect(Collectors.joining(","));
    String url =
        "jdbc:postgresql://"
            + hosts
            + "/"
            + PostgresServer.DATABASE
            + "?targetServerType=primary&connectTimeout=2&hostRecheckSeconds=1";
    Optional<FakeTime> clock = FakeTime.create(settings.home().resolve("clock-of-" + name));
    return new Node(
        new NodeSettings(name, settings.jar(), port, url, settings.operatorKey()),
        settings.home().resolve("node-" + name + ".log"),
        offspring,
        clock,
        proxyTo(port),
        List.copyOf(database));
  }

  private TcpProxy proxyTo(int port) throws IOException {
    TcpProxy proxy = new TcpProxy(ports.next(), port);
    proxies.add(proxy);
    return proxy;
  }

  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** Where clients reach the nodes. */
  public List<URI> urls() {
    return nodes.stream().map(Node::url).toList();
  }

  public PostgresCluster postgres() {
    return postgres;
  }

  /** Keeps the folder after all: there is something to be seen in it. */
  public void keep() {
    keep = true;
  }

  /** Whether every node is ready. */
  public boolean isReady() {
    return nodes.stream().allMatch(Node::isReady);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    offspring.close();
    for (TcpProxy proxy : proxies) {
      try {
        proxy.close();
      } catch (IOException stillOpen) {
        throw new UncheckedIOException(stillOpen);
      }
    }
    if (!keep) {
      removeFolder();
    }
    if (Thread.currentThread() != onExit) {
      forgetExit();
    }
  }

  private void forgetExit() {
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException exiting) {
      // It finds the cluster closed.
    }
  }

  private void removeFolder() {
    try (Stream<Path> files = Files.walk(settings.home())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      System.err.println("prove: " + settings.home() + " could not be removed: " + left);
    }
  }
}
